/*
 * Writes files as fast as the system allows: the lower bound for the build.
 * writer INDEX BLOB OUT: each line of INDEX is "d 0 DIR" or "f BYTES PATH"; BLOB is the content of the files in order.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(const char *what) {
  perror(what);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  FILE *index = fopen(argv[1], "r");
  int blob = open(argv[2], O_RDONLY);
  if (index == NULL || blob < 0) fail("open");
  if (mkdir(argv[3], 0777) != 0 || chdir(argv[3]) != 0) fail(argv[3]);
  char kind, path[4096], *content = NULL;
  size_t bytes, room = 0;
  long files = 0;
  while (fscanf(index, " %c %zu %4095[^\n]", &kind, &bytes, path) == 3) {
    if (kind == 'd') {
      if (mkdir(path, 0777) != 0) fail(path);
      continue;
    }
    if (bytes > room) content = realloc(content, room = bytes);
    for (size_t done = 0; done < bytes;) {
      ssize_t got = read(blob, content + done, bytes - done);
      if (got <= 0) fail("read");
      done += (size_t)got;
    }
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0) fail(path);
    for (size_t done = 0; done < bytes;) {
      ssize_t put = write(file, content + done, bytes - done);
      if (put <= 0) fail(path);
      done += (size_t)put;
    }
    close(file);
    files++;
  }
  printf("%ld\n", files);
  return 0;
}
