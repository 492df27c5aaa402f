// What the tests use of a package without types: an S3 server on this machine.
declare module '@20minutes/s3rver' {
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: readonly { name: string }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
