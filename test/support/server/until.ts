/** Waits until `holds`, looking often; throws after `seconds`. */
export async function until(holds: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${seconds} seconds: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
