/** The product's mark: two waves before the wind. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0f6cc0" />
      <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round">
        <path d="M6 20.5c3.2-3.4 6.2-3.4 9.3-.9 3.3 2.6 6.6 2.4 10.7-1.6" />
        <path d="M6 13.5c3.2-3.4 6.2-3.4 9.3-.9 3.3 2.6 6.6 2.4 10.7-1.6" opacity=".65" />
      </g>
    </svg>
  );
}
