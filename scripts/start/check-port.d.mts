export declare function checkPort(host: string, port: number): Promise<void>
