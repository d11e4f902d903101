import './academy-article.css'
import { ArticlePage } from '../features/academy/article/article-page.tsx'

export function Page() {
  return <ArticlePage />
}
