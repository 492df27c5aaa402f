// Hands the browser a file to keep.
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Later: browsers begin to read it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
