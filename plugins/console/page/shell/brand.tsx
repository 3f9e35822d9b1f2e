import type { ConsoleConfiguration } from '../../src/configuration.js'

/** Name and logo of the service. */
export const Brand = ({ configuration: { name, logo } }: { readonly configuration: ConsoleConfiguration }) => (
  <span class="brand">
    {logo ? (
      <img src={logo} alt="" />
    ) : (
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" />
        <path d="M7 25h18v-3H7zM9.5 20h13v-3h-13zM12 15h8V7h-8z" />
      </svg>
    )}
    <span dir="auto">{name}</span>
  </span>
)
