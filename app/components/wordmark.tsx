import { brand } from "#brand";

type WordmarkProps = {
  /** Shows only the logo on phones. */
  isCompact?: boolean;
};

export function Wordmark({ isCompact = false }: WordmarkProps) {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-18 tracking-tight">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-6 text-accent">
        <path
          d={brand.logo}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={isCompact ? "max-sm:sr-only" : undefined}>{brand.name}</span>
    </span>
  );
}
