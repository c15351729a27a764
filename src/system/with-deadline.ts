/**
 * The value of the work, or `late` if it has not ended by the deadline. Rejects as the work does. The work itself goes
 * on after the deadline, and its later failure is ignored.
 */
export async function withDeadline<Value, Late>(
  work: Promise<Value>,
  milliseconds: number,
  late: Late,
): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, milliseconds, late);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
