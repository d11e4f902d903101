export { LaunchpadPage as Page } from '../features/launchpad/launchpad-page.tsx'
