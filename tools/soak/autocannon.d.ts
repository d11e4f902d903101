/** The part of autocannon, which has no types of its own, that loads use. */
declare module 'autocannon' {
  function autocannon(options: {
    url: string
    connections: number
    duration?: number
    /** Requests of all connections together, instead of a duration. */
    amount?: number
    /** Requests a second of each connection. */
    connectionRate?: number
    timeout: number
    requests?: {
      method: string
      /** Changes each request before it is sent. */
      setupRequest(request: autocannon.Request): autocannon.Request
    }[]
    setupClient?(client: autocannon.Client): void
  }): Promise<autocannon.Result>

  namespace autocannon {
    type Request = {
      method: string
      path: string
      headers?: Record<string, string>
      body?: string
    }
    type Client = {
      setRequests(requests: Request[]): void
      on(
        event: 'headers',
        listener: (response: { statusCode: number; headers: string[] }) => void,
      ): void
    }
    type Result = {
      errors: number
      timeouts: number
      statusCodeStats: Record<string, { count: number }>
      latency: { p50: number; p99: number }
      requests: { average: number; total: number }
      /** Seconds. */
      duration: number
    }
  }

  export = autocannon
}
