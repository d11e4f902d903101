/**
 * Returns an inline script that starts the app from `src` after the first contentful
 * paint. It replaces the module script, so that app code does not compete with the first
 * view; starting twice has no effect.
 */
export function deferApp(src: string): string {
  return `<script>
{
  // The script below <body> sets it where the app cannot run.
  const start = () => window.isOldBrowser || import('${src}')
  // A hidden page is not painted, and neither is a page without content.
  if (document.hidden || !document.getElementById('root').childElementCount) start()
  addEventListener('visibilitychange', start, { once: true })
  try {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start()
    }).observe({ type: 'paint', buffered: true })
  } catch {
    // This browser does not support paint timing.
  }
  // Fallback for browsers that never report a paint entry: start after the second frame.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start, 1000)))
  setTimeout(start, 5000)
}
</script>`
}
