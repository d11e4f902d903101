import { Segmented } from './segmented.tsx'
import { chooseTheme, useTheme } from './theme.ts'

/** Control for the theme of this browser. */
export function ThemeSwitch() {
  return (
    <Segmented
      label="Theme"
      segments={segments}
      value={useTheme()}
      onChange={chooseTheme}
      isSmall
    />
  )
}

const segments = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
