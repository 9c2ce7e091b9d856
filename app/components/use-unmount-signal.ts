import { useEffect, useRef } from "react";

/** Returns a function that returns a signal for requests. It aborts when the component is removed. */
export function useUnmountSignal(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    const current = new AbortController();
    controller.current = current;
    return () => current.abort();
  }, []);
  return () => controller.current.signal;
}
