/** Icon of the set. */
export function Icon({ name, size }: { name: IconName; size?: number }) {
  return <Drawing path={paths[name]} size={size} />
}

type DrawingProps = { path: string; size?: number | undefined }

/** Line drawing on a 24 unit square in the current text color. */
export function Drawing({ path, size = 18 }: DrawingProps) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

export type IconName = keyof typeof paths

const paths = {
  alert: 'M12 3.5 22 20.5H2zM12 10v4.5M12 17.5v.1',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  calendar:
    'M6 5.5h12a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7.500a2 2 0 0 1 2-2zM4 10h16M8.500 3v4m7-4v4',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  circle_alert: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7.500v5.500M12 16.300v.1',
  circle_check: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8 12.300l2.800 2.800L16 9.500',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM5 15V6a2 2 0 0 1 2-2h8',
  down: 'm6 9.500 6 6 6-6',
  external: 'M9 6h9v9M18 6 6.500 17.500',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5.500M12 7.700v.1',
  left: 'm14.500 6-6 6 6 6',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  logout:
    'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M16.500 8.500 20 12l-3.500 3.500',
  menu: 'M4 7.500h16M4 16.500h16',
  minus: 'M5 12h14',
  offline:
    'M3 3l18 18M8.500 16.400a5 5 0 0 1 7 0M5 12.900a10 10 0 0 1 5.200-2.700M19 12.900a10 10 0 0 0-2-1.500M2 8.800a15 15 0 0 1 4.200-2.600M22 8.800A15 15 0 0 0 10.700 5M12 20v.1',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.500 20c1-4 4-6 7.500-6s6.500 2 7.500 6',
  pause: 'M9 6v12M15 6v12',
  plus: 'M12 5v14M5 12h14',
  retry: 'M19.500 12a7.500 7.500 0 1 1-2.300-5.400M19.500 4v4.200h-4.200',
  right: 'm9.500 6 6 6-6 6',
  search: 'M11 4.500a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13zM16 16l4.500 4.500',
  share: 'M12 15V4M8 7.500 12 4l4 3.500M6 12H5v8h14v-8h-1',
  wallet:
    'M4 7h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 7a2 2 0 0 1 2-2h10v2M16 13.500v.1',
} as const
