/**
 * Sends a request and reports the upload progress in percent, which `fetch` cannot.
 * Returns and rejects as `fetch` does.
 */
export function sendWithProgress(onProgress: (percent: number) => void) {
  return (url: string, { method = 'GET', headers, body, signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of new Headers(headers)) {
        request.setRequestHeader(name, value)
      }
      request.upload.onprogress = ({ loaded, total }) =>
        onProgress(total === 0 ? 0 : Math.floor((100 * loaded) / total))
      request.onload = () => resolve(answerOf(request))
      request.onerror = () => reject(new TypeError('request failed without a response'))
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'))
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => request.abort())
      // Safe: only forms and text are sent.
      request.send(body as XMLHttpRequestBodyInit | null)
    })
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  const headers = new Headers()
  for (const name of ['date', 'retry-after', 'content-type']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(status === 204 ? null : responseText, { status, headers })
}
