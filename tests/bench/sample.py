"""A small store of volumes: the file that `bench.py` adds to a repository and edits there."""

import json
import os
import shutil


class VolumeError(Exception):
    pass


class Volume:
    def __init__(self, name, size, root):
        self.name = name
        self.size = size
        self.path = os.path.join(root, name)

    def exists(self):
        return os.path.isdir(self.path)

    def create(self):
        if self.exists():
            raise VolumeError(f"{self.name} exists")
        os.makedirs(self.path)
        self.write({"name": self.name, "size": self.size})

    def write(self, about):
        with open(os.path.join(self.path, "volume.json"), "w") as stream:
            json.dump(about, stream)

    def delete(self, force=False):
        if not self.exists():
            return False
        if self.attached() and not force:
            raise VolumeError(f"{self.name} is attached")
        shutil.rmtree(self.path)
        return True

    def attached(self):
        return os.path.exists(os.path.join(self.path, "attached"))


class VolumeStore:
    def __init__(self, root, limit=100):
        self.root = root
        self.limit = limit
        self.volumes = {}

    def load(self):
        for name in sorted(os.listdir(self.root)):
            try:
                with open(os.path.join(self.root, name, "volume.json")) as stream:
                    about = json.load(stream)
            except (OSError, ValueError):
                continue
            self.volumes[name] = Volume(name, about["size"], self.root)
        return len(self.volumes)

    def create(self, name, size):
        if not name or "/" in name:
            raise VolumeError("no such name")
        if len(self.volumes) >= self.limit:
            raise VolumeError("too many volumes")
        volume = Volume(name, size, self.root)
        volume.create()
        self.volumes[name] = volume
        return volume

    def delete(self, name, force=False):
        volume = self.volumes.get(name)
        if volume is None:
            return False
        if volume.delete(force):
            del self.volumes[name]
            return True
        return False

    def resize(self, name, size):
        volume = self.volumes.get(name)
        if volume is None:
            raise KeyError(name)
        if size < volume.size:
            raise VolumeError("a volume does not shrink")
        volume.size = size
        volume.write({"name": name, "size": size})


def serve(store, requests):
    for request in requests:
        match request.get("do"):
            case "create":
                yield store.create(request["name"], request["size"])
            case "delete":
                yield store.delete(request["name"], request.get("force", False))
            case "resize":
                store.resize(request["name"], request["size"])
                yield True
            case other:
                raise ValueError(other)
