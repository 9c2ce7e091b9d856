import { useEffect, useRef, useState } from "react";
import { SearchField } from "#app/ui/forms/search-field.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";

const DEBOUNCE_MS = 250;

type ListSearchProps = { label: string; value: string; onSearch: (text: string) => void };

/** Search field that updates the URL after a pause in typing, and follows Back and Forward. */
export function ListSearch({ label, value, onSearch }: ListSearchProps) {
  const [text, setText] = useState(value);
  const submitted = useRef(value);
  const isPhone = useMediaQuery("(max-width: 639px)");

  useEffect(() => {
    if (value === submitted.current) {
      return;
    }
    submitted.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text === submitted.current) {
      return;
    }
    const timer = setTimeout(() => {
      submitted.current = text;
      onSearch(text);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <SearchField
      label={label}
      // Phones have no space for the full label, which is the accessible name.
      placeholder={isPhone ? "Search" : label}
      value={text}
      maxLength={100}
      onChange={(event) => setText(event.currentTarget.value)}
      className="w-full sm:w-auto sm:max-w-80 sm:grow sm:basis-40"
    />
  );
}
