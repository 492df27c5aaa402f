// The used part of autocannon's interface; the package ships no types.
declare module 'autocannon' {
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p97_5: number }
    errors: number
    statusCodeStats: Record<string, unknown>
  }
  type Client = {
    setRequests(requests: readonly { method: 'GET'; path: string }[]): void
    pipelinedRequests: { addBody(data: unknown): void }
  }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    idReplacement?: boolean
    method?: 'GET' | 'POST'
    headers?: Readonly<Record<string, string>>
    body?: string
    setupClient?: (client: Client) => void
  }): Promise<Result>
}
