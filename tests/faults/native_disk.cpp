// A failing disk for native code: loaded before libc (LD_PRELOAD), it counts the calls that change files below a folder and lets
// the n-th fail. arm() sets the folder, n (from 1) and what happens then; calls() says how many there were.

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace {

enum Kind { NOTHING, FULL_ONCE, FULL, BROKEN_ONCE, KILLED };

char root[PATH_MAX];
std::atomic<long> counted{0};
long failing_at = 0;
Kind kind = NOTHING;

bool is_mine(const char* path) { return root[0] && strncmp(path, root, strlen(root)) == 0; }

bool is_mine(int descriptor) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return false;
    path[length] = 0;
    return is_mine(path);
}

// Whether this call fails; errno says how. Does not return if the process is to die here.
bool fails(bool needs_room, bool dies_here = true) {
    const long number = ++counted;
    if (kind == NOTHING || number < failing_at) return false;
    if (number > failing_at && !(kind == FULL && needs_room)) return false;
    if (kind == KILLED && dies_here) kill(getpid(), SIGKILL);
    errno = kind == BROKEN_ONCE ? EIO : ENOSPC;
    return true;
}

template <typename Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void arm(const char* folder, long at, int what) {
    strncpy(root, folder, sizeof root - 1);
    counted = 0, failing_at = at, kind = static_cast<Kind>(what);
}

long calls() { return counted; }

ssize_t pwrite(int descriptor, const void* data, size_t size, off_t place) {
    static auto* const next = real<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    if (is_mine(descriptor) && fails(true, false)) {
        const int error = errno;
        next(descriptor, data, size / 2, place);
        if (kind == KILLED) kill(getpid(), SIGKILL);
        errno = error;
        return -1;
    }
    return next(descriptor, data, size, place);
}

ssize_t write(int descriptor, const void* data, size_t size) {
    static auto* const next = real<ssize_t(int, const void*, size_t)>("write");
    if (is_mine(descriptor) && fails(true, false)) {
        const int error = errno;
        next(descriptor, data, size / 2);
        if (kind == KILLED) kill(getpid(), SIGKILL);
        errno = error;
        return -1;
    }
    return next(descriptor, data, size);
}

int open(const char* path, int flags, ...) {
    static auto* const next = real<int(const char*, int, ...)>("open");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && is_mine(path) && fails(flags & O_CREAT)) return -1;
    return next(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open(path, flags, mode);
}

int fsync(int descriptor) { return is_mine(descriptor) && fails(false) ? -1 : 0; }
int fdatasync(int descriptor) { return is_mine(descriptor) && fails(false) ? -1 : 0; }

int ftruncate(int descriptor, off_t size) {
    static auto* const next = real<int(int, off_t)>("ftruncate");
    return is_mine(descriptor) && fails(false) ? -1 : next(descriptor, size);
}

int ftruncate64(int descriptor, off_t size) { return ftruncate(descriptor, size); }

int fallocate(int descriptor, int mode, off_t place, off_t size) {
    static auto* const next = real<int(int, int, off_t, off_t)>("fallocate");
    return is_mine(descriptor) && fails(true) ? -1 : next(descriptor, mode, place, size);
}

int unlink(const char* path) {
    static auto* const next = real<int(const char*)>("unlink");
    return is_mine(path) && fails(false) ? -1 : next(path);
}

int remove(const char* path) { return unlink(path); }

int rename(const char* from, const char* to) {
    static auto* const next = real<int(const char*, const char*)>("rename");
    return is_mine(to) && fails(true) ? -1 : next(from, to);
}

int mkdir(const char* path, mode_t mode) {
    static auto* const next = real<int(const char*, mode_t)>("mkdir");
    return is_mine(path) && fails(true) ? -1 : next(path, mode);
}

}
