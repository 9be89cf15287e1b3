/** Runs a handler of the user's, and hands on what it throws or rejects with: not every framework sees the latter. */
export async function answered(answer: () => unknown, fail: (error: unknown) => void): Promise<void> {
  try {
    await answer()
  } catch (error) {
    fail(error)
  }
}
