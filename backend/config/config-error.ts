// A variable that stops the start.

/** The environment is not usable; the message is one Spanish sentence that names the variable, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly variable: string

  constructor(variable: string, problem: string) {
    super(`La variable ${variable} ${problem}.`)
    this.variable = variable
  }
}
