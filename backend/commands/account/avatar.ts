// A person's picture: redrawn, stored under the account's id, and removed with the person.
import { createHash } from 'node:crypto'
import { Rejection } from '#backend/domain/rejection.ts'
import { user } from '#backend/domain/user/user.ts'
import { loadState } from '#backend/eventstore/commands/load-state.ts'
import type { FilePath, FileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import { drawAvatar } from '#backend/gateways/pictures/drawn-picture.ts'
import type { ShopStore } from '#backend/shop-store.ts'

export const avatarType = 'image/webp'

type Avatar = { bytes: Uint8Array<ArrayBuffer>; version: string }

const pathOf = (userId: number): FilePath => `avatar/${userId}`

/** Returns the new picture's address. Throws the errors of drawAvatar and the storage, and Rejection user_erased. */
export async function keepAvatar(
  { files, store }: { files: FileStorage; store: ShopStore },
  userId: number,
  sent: Uint8Array,
  sender?: AbortSignal,
): Promise<string> {
  const bytes = await drawAvatar(sent, sender)
  await files.put(pathOf(userId), { bytes, type: avatarType })
  // If the person was erased during the drawing, the job that removes the picture may already be done.
  const { state } = await loadState(store, user, userId)
  if (!state?.isErased) return `/avatar/${userId}?v=${versionOf(bytes)}`
  await removeAvatar(files, userId)
  throw new Rejection('user_erased')
}

export async function findAvatar(files: FileStorage, userId: number): Promise<Avatar | undefined> {
  const bytes = await files.get(pathOf(userId))
  return bytes && { bytes, version: versionOf(bytes) }
}

export async function removeAvatar(files: FileStorage, userId: number): Promise<void> {
  await files.remove(pathOf(userId))
}

function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}
