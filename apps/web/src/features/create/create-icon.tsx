import { Drawing } from '../../ui/icon.tsx'

type CreateIconProps = { name: CreateIconName; size?: number }

/** Icons that only the wizard uses. */
export function CreateIcon({ name, size = 18 }: CreateIconProps) {
  return <Drawing path={paths[name]} size={size} />
}

export type CreateIconName = keyof typeof paths

const paths = {
  crop: 'M7 3v14h14M3 7h14v14',
  download: 'M12 5v11M7.500 11.500 12 16l4.500-4.500M4.500 20h15',
  upload: 'M12 16V5M7.500 9.500 12 5l4.500 4.500M4.500 20h15',
} as const
