/** A criterion over its window, as a site file has it: `day LAeq 07:00-19:00 60`. Its name is its id. */
export function criterionOf(words: string, more: object = {}) {
  const [id = "", level = "", clock = "", limit] = words.split(" ");
  const [from = "", to = ""] = clock.split("-");
  return { id, name: id, level, from, to, over: "window", limit: Number(limit), ...more };
}
