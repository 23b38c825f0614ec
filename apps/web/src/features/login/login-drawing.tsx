import { PRODUCT_COLOUR } from '../../platform/ui/tokens.ts'

/** The product's mark: a tank truck cut lengthwise into its compartments. Decoration only. */
export const LoginDrawing = () => (
  <svg viewBox="0 0 460 190" aria-hidden="true" className="login-drawing">
    <defs>
      <clipPath id="login-tank">
        <rect x="120" y="32" width="316" height="98" rx="46" />
      </clipPath>
    </defs>
    <g clipPath="url(#login-tank)">
      <rect x="120" y="32" width="316" height="98" fill="var(--tank-inside)" />
      <rect x="120" y="56" width="104" height="80" fill={PRODUCT_COLOUR[92]} opacity="0.75" />
      <rect x="226" y="72" width="104" height="64" fill={PRODUCT_COLOUR[95]} opacity="0.75" />
      <rect x="332" y="60" width="104" height="76" fill={PRODUCT_COLOUR.diesel} opacity="0.75" />
      <path d="M225 32v98M331 32v98" stroke="var(--surface)" strokeWidth="3" />
    </g>
    <rect x="120" y="32" width="316" height="98" rx="46" fill="none" stroke="var(--tank-shell)" strokeWidth="3" />
    <g fill="var(--tank-shell)">
      <rect x="158" y="24" width="28" height="9" rx="3" />
      <rect x="264" y="24" width="28" height="9" rx="3" />
      <rect x="370" y="24" width="28" height="9" rx="3" />
      <rect x="36" y="132" width="404" height="8" rx="3" />
      <path d="M28 140V92c0-8 4-14 10-20l22-22c4-4 9-6 15-6h22c8 0 13 5 13 13v83z" />
    </g>
    <path d="M48 88l22-24c3-3 6-4 10-4h12v30H50z" fill="var(--surface)" opacity="0.85" />
    <g fill="var(--ink)">
      <circle cx="78" cy="146" r="20" />
      <circle cx="182" cy="146" r="20" />
      <circle cx="352" cy="146" r="20" />
      <circle cx="398" cy="146" r="20" />
    </g>
    <g fill="var(--surface)">
      <circle cx="78" cy="146" r="8" />
      <circle cx="182" cy="146" r="8" />
      <circle cx="352" cy="146" r="8" />
      <circle cx="398" cy="146" r="8" />
    </g>
  </svg>
)
