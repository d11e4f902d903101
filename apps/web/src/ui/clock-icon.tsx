import { Drawing } from './icon.tsx'

/** Clock of something that waits; apart from the set, which every first view has. */
export function ClockIcon({ size }: { size?: number }) {
  return (
    <Drawing path="M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7.500V12l3 2" size={size} />
  )
}
