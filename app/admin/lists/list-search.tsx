import { useEffect, useRef, useState } from "react";
import { SearchField } from "#app/ui/search-field.tsx";

/** Milliseconds without a key before the list follows what is typed. */
const PAUSE = 250;

type ListSearchProps = { label: string; value: string; onSearch: (text: string) => void };

/** A search box that asks once the typing pauses, and follows Back and Forward. */
export function ListSearch({ label, value, onSearch }: ListSearchProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = text;
      onSearch(text);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <SearchField
      label={label}
      placeholder={label}
      value={text}
      maxLength={100}
      onChange={(event) => setText(event.currentTarget.value)}
      className="w-full sm:w-80"
    />
  );
}
