// Defines icons on a grid of 24 by 24 units.

const paths = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM4 20h6v-4H4zM14 4v4h6V4z',
  events: 'M4 6h16M4 12h16M4 18h10',
  approvals: 'M9 12l2 2 4-5M12 3l8 3v6c0 4.5-3.2 7.8-8 9-4.8-1.2-8-4.5-8-9V6z',
  policy: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h6M9 17h6',
  tools: 'M14.5 6.5a4 4 0 0 0-5 5L4 17v3h3l5.5-5.5a4 4 0 0 0 5-5L15 12l-3-3z',
  threats: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  gateway: 'M4 4h16v7H4zM4 13h16v7H4zM8 7.5v.01M8 16.5v.01M12 7.5h4M12 16.5h4',
  power: 'M12 3v9M6.3 7a8 8 0 1 0 11.4 0',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12l5 5 9-10',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5l12 7-12 7z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  back: 'M15 5l-7 7 7 7',
  link: 'M9 5l7 7-7 7',
  chain: 'M3 9h6v6H3zM15 9h6v6h-6zM9 12h6',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name, class: extra = 'size-5' }: { name: IconName; class?: string }) => (
  <svg
    viewBox="0 0 24 24"
    class={`shrink-0 ${extra}`}
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);
