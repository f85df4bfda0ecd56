// The few pictures of the page, drawn with one pen.
const paths = {
  plus: "M12 5v14M5 12h14",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM20 20l-4-4",
  send: "M12 19V5M6 11l6-6 6 6",
  stop: "M8 8h8v8H8z",
  copy: "M9 9h10v10H9zM5 15V5h10",
  good: "M7 11v9H4v-9zM7 11l4-7c1.5 0 2.4 1.2 2 2.6L12.3 10H18a2 2 0 0 1 2 2.400l-1.2 6A2 2 0 0 1 16.8 20H7",
  bad: "M7 13V4H4v9zM7 13l4 7c1.5 0 2.4-1.2 2-2.600L12.3 14H18a2 2 0 0 0 2-2.400l-1.2-6A2 2 0 0 0 16.8 4H7",
  retry: "M20 5v5h-5M19.5 10A8 8 0 1 0 20 14",
  edit: "M5 19h3L19 8l-3-3L5 16zM14 7l3 3",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  eye: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6ZM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
  check: "M5 12.500l4.5 4.500L19 7.5",
  cross: "M6 6l12 12M18 6L6 18",
  list: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  skip: "M6 6l7 6-7 6zM17 6v12",
  down: "M6 9l6 6 6-6",
  arrowDown: "M12 5v14M6 13l6 6 6-6",
  gear: "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM12 3v2.500M12 18.500V21M3 12h2.500M18.5 12H21M5.6 5.600l1.8 1.800M16.6 16.600l1.8 1.800M5.6 18.400l1.8-1.800M16.6 7.400l1.8-1.8",
  clip: "M19 11l-7.500 7.500a4.600 4.600 0 0 1-6.500-6.500L13 4a3.100 3.100 0 0 1 4.400 4.400l-8 8a1.500 1.500 0 0 1-2.200-2.200L14.500 7",
  page: "M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5",
  alert: "M12 4l9 16H3zM12 10v4M12 17h.01",
  info: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM12 11v5M12 8h.01",
  bulb: "M9 17h6M10 20h4M12 4a5.5 5.5 0 0 1 3 10v1H9v-1a5.5 5.5 0 0 1 3-10Z",
  chart: "M5 20V10M12 20V4M19 20v-7",
  plane: "M3 13l18-8-6 16-3-7z",
  bed: "M4 18v-11M4 14h16v4M20 14v-2a3 3 0 0 0-3-3h-7v5",
  rain: "M7 15a4 4 0 0 1 .5-8 5 5 0 0 1 9.5 1.500A3.3 3.3 0 0 1 17 15M9 18v2M13 18v2",
  book: "M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM19 4h-4a2 2 0 0 0-2 2",
  spark: "M11 4l1.8 5.200L18 11l-5.200 1.800L11 18l-1.800-5.200L4 11l5.200-1.800zM18.5 16v4M16.500 18h4",
  pin: "M12 21s6-6 6-11a6 6 0 1 0-12 0c0 5 6 11 6 11ZM12 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
};

export type IconName = keyof typeof paths;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 2.8 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} fill={name === "stop" ? "currentColor" : "none"} />
    </svg>
  );
}
