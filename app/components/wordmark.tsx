import { brand } from "#brand";

export function Wordmark() {
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
      {brand.name}
    </span>
  );
}
