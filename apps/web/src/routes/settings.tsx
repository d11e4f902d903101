import './settings.css'
import { PrimaryPart } from '../features/names/own/primary-part.tsx'
import { SettingsPage } from '../features/settings/settings-page.tsx'

export function Page() {
  return <SettingsPage PrimaryName={PrimaryPart} />
}
