// The part of autocannon's interface that the benchmark uses; the package ships no types.
declare module 'autocannon' {
  type Result = { requests: { average: number }; latency: { p97_5: number }; non2xx: number; errors: number }
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    idReplacement?: boolean
  }): Promise<Result>
}
