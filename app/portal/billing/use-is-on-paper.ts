import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being put on paper, by a button or by the browser's own command: then nothing is left for later. */
export function useIsOnPaper(): boolean {
  const [isOnPaper, setIsOnPaper] = useState(false);
  useEffect(() => {
    // At once: the browser takes its picture as soon as this has returned.
    const begin = () => flushSync(() => setIsOnPaper(true));
    const end = () => setIsOnPaper(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isOnPaper;
}
