import { Segmented } from './segmented.tsx'
import { chooseTheme, useTheme } from './theme.ts'

/** The theme of this browser, each choice a press away. */
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
