const PATHS = {
  overview: 'M3 12h4l3 7 4-14 3 7h4',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.500a3.5 3.5 0 0 1 0 6.500M18 14.500c2.2.7 3.5 2.7 3.5 5.5',
  roles: 'M4 20h16M6 16h12M8 12h8M10 8h4',
  tokens: 'M14.5 14.500a5.5 5.5 0 1 0-5-5L3 16v5h5v-3h3v-3l3.5-.500zM16.5 7.500h.01',
  configuration: 'M12 3v12M7 10l5 5 5-5M4 17v4h16v-4',
  logging: 'M4 5h16M4 10h10M4 15h16M4 20h7',
  audit: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM9 12l2 2 4-4',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.6-7 8-7s8 3 8 7',
  page: 'M5 3h9l5 5v13H5zM14 3v5h5',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M5 5l14 14M19 5L5 19',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  left: 'M15 6l-6 6 6 6',
  right: 'M9 6l6 6-6 6',
  check: 'M5 13l4 4L19 7',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM21 21l-5-5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  plus: 'M12 5v14M5 12h14',
} as const

export type IconName = keyof typeof PATHS

/** An icon. Screen readers ignore it, so a text must say the same. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
