import { Segmented } from '../../ui/segmented.tsx'
import { chooseTheme, type Theme, useTheme } from '../../ui/theme.ts'
import { type Motion, useMotion } from './motion.ts'
import { SettingsIcon, type SettingsIconName } from './settings-icon.tsx'
import { SettingsSection } from './settings-section.tsx'

export function AppearanceSection() {
  const [motion, setMotion] = useMotion()
  return (
    <SettingsSection title="Appearance" text="Kept in this browser.">
      <ThemeCards />
      <div className="card option">
        <div>
          <b>Motion</b>
          <span className="muted small">Reduced turns off every transition.</span>
        </div>
        <Segmented
          label="Motion"
          segments={motions}
          value={motion}
          onChange={(next: Motion) => setMotion(next)}
        />
      </div>
    </SettingsSection>
  )
}

const motions = [
  { value: 'system', label: 'System' },
  { value: 'reduced', label: 'Reduced' },
] as const

const themes: { value: Theme; label: string; icon: SettingsIconName }[] = [
  { value: 'system', label: 'System', icon: 'screen' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
]

function ThemeCards() {
  const theme = useTheme()
  return (
    <fieldset className="themes">
      <legend className="hide">Theme</legend>
      {themes.map(({ value, label, icon }) => (
        <label className="theme" key={value}>
          <input
            type="radio"
            name="theme"
            value={value}
            checked={value === theme}
            onChange={() => chooseTheme(value)}
          />
          <span className={`swatch ${value}`} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span className="between">
            <b>{label}</b>
            <SettingsIcon name={icon} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
