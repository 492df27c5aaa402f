export declare const defaultAddress: { readonly host: string; readonly port: number }
export declare function processEnvironment(): NodeJS.ProcessEnv
