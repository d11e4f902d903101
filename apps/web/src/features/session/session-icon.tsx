import { Drawing } from '../../ui/icon.tsx'

type SessionIconProps = { name: SessionIconName; size?: number }

/** Icons that only session dialogs and menu use. */
export function SessionIcon({ name, size }: SessionIconProps) {
  return <Drawing path={paths[name]} size={size} />
}

export type SessionIconName = keyof typeof paths

const paths = {
  academy:
    'M12 6c-2-1.500-5-2-8-1.500V18c3-.5 6 0 8 1.500 2-1.500 5-2 8-1.500V4.500C17 4 14 4.500 12 6Zm0 0v13',
  drop: 'M12 4c3 4 5.500 6.700 5.500 10a5.500 5.500 0 0 1-11 0C6.500 10.700 9 8 12 4Z',
  leave:
    'M14 5h5v5M19 5l-8.500 8.500M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4',
  network: 'M4 8h13M14 4.500 17.500 8 14 11.500M20 16H7M10 12.500 6.500 16 10 19.500',
  page: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  profile: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.500 20c1-4 4-6 7.500-6s6.500 2 7.500 6',
  saved: 'M7 4.500h10V20l-5-3.800L7 20z',
  theme: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  studio: 'M4 20h16M7 20v-7l5-8 5 8v7M7 13h10',
} as const
