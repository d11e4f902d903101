import './settings.css'
import { SettingsPage } from '../features/settings/settings-page.tsx'

export function Page() {
  return <SettingsPage />
}
