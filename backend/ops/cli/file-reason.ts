// Explains file errors in Spanish; undefined for other errors.
const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: 'no existe',
  ENOTDIR: 'no es una carpeta',
  EISDIR: 'es una carpeta',
  EACCES: 'no hay permiso',
  EPERM: 'no hay permiso',
  EROFS: 'el disco es de solo lectura',
  ENOSPC: 'no queda lugar en el disco',
}

export function fileReason(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? fileReasons[String(error.code)] : undefined
}
