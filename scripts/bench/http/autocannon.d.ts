// The used part of autocannon's interface; the package ships no types.
declare module 'autocannon' {
  type Result = {
    requests: { average: number; total: number }
    latency: { p97_5: number }
    non2xx: number
    errors: number
    statusCodeStats: Record<string, { count: number }>
  }
  type Client = { setRequests(requests: readonly { method: 'GET'; path: string }[]): void }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    idReplacement?: boolean
    workers?: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    setupClient?: (client: Client) => void
  }): Promise<Result>
}
