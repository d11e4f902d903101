export { NotFoundPage as Page } from '../shell/not-found-page.tsx'
