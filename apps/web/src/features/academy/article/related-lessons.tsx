import { articles } from 'virtual:academy'
import { Link } from '../../../ui/link.tsx'
import { articleHref, levelNames } from '../article-words.ts'
import { Cover } from '../list/cover.tsx'

/** Lessons on neighbouring subjects. */
export function RelatedLessons({ aliases }: { aliases: string[] }) {
  const related = aliases.flatMap(
    (alias) => articles.find((article) => article.alias === alias) ?? [],
  )
  if (related.length === 0) return null
  return (
    <section className="related" aria-labelledby="related">
      <h2 id="related">Related</h2>
      <ul>
        {related.map((article) => (
          <li key={article.alias}>
            <Link href={articleHref(article.alias)}>
              <div className="mat">
                <Cover article={article} />
              </div>
              <div>
                <b>{article.title}</b>
                <span className="muted small">
                  {levelNames[article.level]}, {article.reading_minutes} min
                </span>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
