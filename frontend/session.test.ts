// When a remembered sign-in is over.
import { expect, test } from 'vitest'
import { isOver } from './session.ts'

const login = '2026-03-01T12:00:00.000Z'
const after = (minutes: number) => Date.parse(login) + minutes * 60_000

test('[ACC-20 partial] a session goes on for less than 30 minutes after the login', () => {
  expect(isOver(login, after(29))).toBe(false)
  expect(isOver(String(Date.parse(login)), after(29.99))).toBe(false)
})

test('[ACC-21 partial] a session is over 30 minutes after the login', () => {
  expect(isOver(login, after(30))).toBe(true)
  expect(isOver(String(Date.parse(login)), after(30))).toBe(true)
})

test('without a login moment there is nothing to be over', () => {
  expect(isOver(null, after(90))).toBe(false)
  expect(isOver('ayer', after(90))).toBe(false)
})
