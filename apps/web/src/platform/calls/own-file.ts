/** A JSON file of the web console itself, such as a part of the base map. */
export async function readOwnFile<T>(path: string): Promise<T> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as T
}
