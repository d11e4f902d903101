export { CollectionPage as Page } from '../features/collection/collection-page.tsx'
