import { Drawing } from '../../ui/icon.tsx'

type SettingsIconProps = { name: SettingsIconName; size?: number }

/** Icons that only the settings use. */
export function SettingsIcon({ name, size = 16 }: SettingsIconProps) {
  return <Drawing path={paths[name]} size={size} />
}

export type SettingsIconName = keyof typeof paths

const paths = {
  camera:
    'M4 8h3l2-3h6l2 3h3v11H4zM12 9.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7z',
  moon: 'M19 14.500A8 8 0 1 1 10.500 5a6.500 6.500 0 0 0 8.500 9.500Z',
  screen:
    'M5 5h14a1.500 1.500 0 0 1 1.500 1.500v8A1.500 1.500 0 0 1 19 16H5a1.500 1.500 0 0 1-1.500-1.500v-8A1.500 1.500 0 0 1 5 5zM9 20h6M12 16v4',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400',
} as const
