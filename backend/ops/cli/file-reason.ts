// Why a file of an operator's cannot be read or written, in Spanish.
const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: 'no existe',
  ENOTDIR: 'no es una carpeta',
  EISDIR: 'es una carpeta',
  EACCES: 'no hay permiso',
  EPERM: 'no hay permiso',
  EROFS: 'el disco es de solo lectura',
  ENOSPC: 'no queda lugar en el disco',
}

/** Why a file cannot be read or written; undefined for an error that is not about the file. */
export function fileReason(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? fileReasons[String(error.code)] : undefined
}
