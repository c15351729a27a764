/**
 * Finds sensors by a text: each of its words is in their names or begins their id, in any case. A word may not be
 * inside an id: most random ids have any digit somewhere.
 */
export function sensorFinder(text: string): (names: string, id: string) => boolean {
  const words = text.toLowerCase().split(/\s+/);
  return (names, id) => {
    const [inNames, ofId] = [names.toLowerCase(), id.toLowerCase()];
    return words.every((word) => inNames.includes(word) || ofId.startsWith(word));
  };
}
