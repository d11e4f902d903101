export { CollectionsPage as Page } from '../features/launchpad/collections-page.tsx'
