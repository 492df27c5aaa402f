/** The environment is unusable. The message is one Spanish sentence that names the variable, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly variable: string

  constructor(variable: string, problem: string) {
    super(`La variable ${variable} ${problem}.`)
    this.variable = variable
  }
}
